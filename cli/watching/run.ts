/** `roadtest watch`: the traffic of clients with a deployment, judged as it goes by. */
import { ExchangeRecord } from '../../contracts/deployment/transport/record.ts';
import { exactJsonIn } from '../../contracts/kit/exact-json.ts';
import { fieldOf } from '../../contracts/kit/json.ts';
import { counted } from '../../contracts/kit/phrases.ts';
import { Redactor } from '../../contracts/kit/redact.ts';
import { isoUtc } from '../../contracts/kit/times.ts';
import { routeOf } from '../../contracts/learning/seen.ts';
import { recordingOf } from '../../contracts/recording/writing.ts';
import { concluded } from '../../contracts/report/conclude.ts';
import { outcomeLine } from '../../contracts/report/progress.ts';
import { parseRequirement } from '../../contracts/report/verdict-exit.ts';
import type { Evidence } from '../../contracts/verify/evidence.ts';
import { redactedOutcome, redactedRun } from '../../contracts/verify/redacted.ts';
import { redactedEvidence } from '../../contracts/verify/redacted-evidence.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { outcomesOf } from '../../contracts/verify/settling.ts';
import { sharpnessOf } from '../../contracts/verify/sharpness.ts';
import { answerOf } from '../../contracts/watch/passed.ts';
import { Watching } from '../../contracts/watch/traffic.ts';
import { CliError, type Io } from '../command.ts';
import { writeRecording } from '../judging/recordings.ts';
import { stackOf } from '../run.ts';
import { Beside, checkWritable } from '../serving/files.ts';
import { reasonOf } from '../serving/reasons.ts';
import { spanOrNone } from '../spans.ts';
import { readBaseline } from '../verifying/baseline.ts';
import { readProfile } from '../verifying/profile.ts';
import { deliver, prepareDelivery } from '../verifying/reports.ts';
import { listed } from '../verifying/selection.ts';
import { baseUrlFor } from '../verifying/settings.ts';
import { addToStepSummary } from '../verifying/step-summary.ts';
import { parseTarget } from '../verifying/target.ts';
import { toolName } from '../verifying/tool.ts';
import { type Arrived, type Onlooker, proxyTo } from './proxy.ts';

interface Given {
  target: string | undefined;
  port: number;
  profile: string | undefined;
  for: string | undefined;
  alone: boolean;
  record: string | undefined;
  require: string | undefined;
  baseline: string | undefined;
  reporter: string;
  output: string | undefined;
  json: boolean;
}

/** Further calls go on, and are no longer looked at: a recording of more could not be judged. */
const MOST_CALLS = 10_000;

/** Returns the exit code of what was seen, once it is stopped or its time is over. */
export async function watchTarget(given: Given, io: Io): Promise<number> {
  const delivery = await prepareDelivery(given.json ? 'json' : given.reporter, given.output, io);
  if (given.target === undefined)
    throw new CliError('MISSING_ARGUMENT', '--target is missing: the base address of the deployment.', {
      hint: 'roadtest watch --target https://fleet.example.com --port 4020',
    });
  const target = parseTarget(given.target);
  if (given.record !== undefined) await checkWritable(given.record, 'recording', io);
  const conditions = {
    requirements: listed(given.require).map(parseRequirement),
    baseline: await readBaseline(given.baseline, io),
  };
  const profile = (await readProfile(given.profile, io))?.profile ?? { roadtest: 1, name: '', openings: {} };
  const time = spanOrNone(given.for, 'for');
  const startedAt = Date.now();
  const redactor = new Redactor();
  const record = new ExchangeRecord({ monotonic: () => performance.now() }, redactor);
  const watching = new Watching({
    profile,
    sharing: given.alone ? 'alone' : 'shared',
    exchanges: record.exchanges,
    onBad: (outcome) =>
      io.err(
        `${outcomeLine(redactedOutcome(outcome, redactor), { palette: io.colors, width: io.columns })}\n`,
      ),
  });
  const base = baseUrlFor(target, profile);
  const looking = onlookerFor({ base, basePath: profile.basePath ?? '', record, redactor, watching, io });
  const proxy = await proxyTo(target, given.port, looking).catch((error: unknown) => {
    throw new CliError('PORT_NOT_OPEN', `Port ${given.port} cannot be listened on: ${reasonOf(error)}.`, {
      hint: 'Name another with --port, or 0 for any that is free.',
    });
  });
  io.err(
    `Watching ${target.href} at ${proxy.url}: send your calls there. Ctrl+C ends it, with the report.\n`,
  );
  await untilOver(time, io);
  await proxy.close();
  const evidence = redactedEvidence(watching.evidence(), redactor);
  const run = redactedRun(
    runOf(evidence, { record, watching, target: base, profile: profile.name, startedAt, alone: given.alone }),
    redactor,
  );
  const beside = new Beside(io);
  const ended = concluded(run, conditions);
  await deliver(ended, delivery, beside, io);
  await addToStepSummary(ended, io);
  if (given.record !== undefined) await writeRecording(recordingOf(run, evidence), given.record, beside, io);
  return beside.exitCode(ended.exitCode);
}

function untilOver(time: number | undefined, io: Io): Promise<void> {
  return new Promise((resolve) => {
    const timer = time === undefined ? setInterval(() => undefined, 60_000) : setTimeout(() => over(), time);
    const over = () => {
      clearInterval(timer);
      resolve();
    };
    if (io.stop.aborted) over();
    io.stop.addEventListener('abort', over, { once: true });
  });
}

interface Looking {
  readonly base: string;
  readonly basePath: string;
  readonly record: ExchangeRecord;
  readonly redactor: Redactor;
  readonly watching: Watching;
  readonly io: Io;
}

function onlookerFor({ base, basePath, record, redactor, watching, io }: Looking): Onlooker {
  return {
    failed(error) {
      watching.count('that roadtest itself failed to read');
      io.err(`${redactor.text(stackOf(error))}\n`);
    },
    begin(call: Arrived) {
      // Not every target of a call is an address that can be parsed.
      const [path = '', query = ''] = call.target.split('?', 2);
      const route = routeOf(call.method, path);
      const began = Date.now();
      if (!route?.basePath.endsWith(basePath)) {
        watching.count('to paths that the interface does not have');
        return () => undefined;
      }
      if (record.exchanges.length >= MOST_CALLS) {
        watching.count(`after ${MOST_CALLS}, the most that one recording holds`);
        return () => undefined;
      }
      watching.begin(route);
      const { authorization } = call.headers;
      const bearer = /^Bearer +(.+)$/i.exec(authorization ?? '')?.[1];
      if (authorization !== undefined) redactor.hide(bearer ?? authorization, '$ROADTEST_TOKEN');
      return (sent, answer) => {
        const body = sent === undefined ? undefined : exactJsonIn(sent);
        hideCredentials(route.operation === 'issueToken' ? body : undefined, redactor);
        const { method, headers } = call;
        const request = { method, url: base + call.target, headers, body: sent === '' ? undefined : sent };
        const exchange = record.begin(request, { purpose: 'watched' });
        const isRead = answer?.text !== undefined;
        const text = answer?.text ?? '';
        if (isRead) record.answered(exchange, { ...answer, text }, exactJsonIn(text));
        else record.failed(exchange, answer ? 'a body that was not read' : 'no answer');
        watching.end({
          ...{ operation: route.operation, id: route.id, bearer, exchange: exchange.index },
          isQuery: query !== '',
          isOtherwise: authorization !== undefined || query !== '' || hasOther(headers),
          sent: body,
          answer: isRead ? answerOf({ ...answer, text }, exchange.index) : undefined,
          ...{ began, ended: Date.now() },
        });
      };
    },
  };
}

function hideCredentials(body: unknown, redactor: Redactor): void {
  const [userName, apiKey] = [fieldOf(body, 'userName'), fieldOf(body, 'apiKey')];
  if (typeof apiKey === 'string' && apiKey !== '')
    redactor.hideCredentials({ userName: typeof userName === 'string' ? userName : '', apiKey });
}

/** Whether a call may have credentials beside its Authorization header. */
function hasOther(headers: Arrived['headers']): boolean {
  return Object.keys(headers).some((name) => name === 'cookie' || /key|token|auth/.test(name));
}

interface Seen {
  readonly record: ExchangeRecord;
  readonly watching: Watching;
  readonly target: string;
  readonly profile: string;
  readonly startedAt: number;
  readonly alone: boolean;
}

function runOf(evidence: Evidence, { record, watching, target, profile, startedAt, alone }: Seen): Run {
  const outcomes = outcomesOf(evidence, record);
  const { passed, judged } = watching.counts;
  return {
    ...({ format: 'roadtest-run', version: 1, tool: toolName } as const),
    ...{ target, profile: profile === '' ? null : profile, nonce: '', seed: 0 },
    ...{ startedAt: isoUtc(startedAt), finishedAt: isoUtc(Date.now()), outcomes, observations: [] },
    ...{ exchanges: record.exchanges, sharpness: sharpnessOf(evidence, outcomes), interrupted: false },
    ...{ messages: 0, leftBehind: [], staleBaseline: [], exitCode: 0 },
    warnings: [
      `Traffic of clients was watched: ${counted(passed, 'call')}, of which ${judged} could be judged.`,
      ...(alone
        ? ['By --alone no other client wrote meanwhile: what one could have brought about is a failure, too.']
        : []),
      ...watching.unread.map((said) => `${said}.`),
    ],
  };
}
