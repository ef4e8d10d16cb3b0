/** A look with a good token at what calls that must be refused would have changed: each sent something that nothing else did. */
import { isId } from '../profile/facts.ts';

import { recordActs } from './records.ts';
import { reportActs } from './reports.ts';
import type { Came, Scene } from './scene.ts';

/** The number of the record or device that is looked at: histories number their own from 1. */
const LOOKED_AT = 0;

/** All that a history sends goes to one place; nothing comes of it where nothing was sent, or where no operation shows it. */
export async function look(scene: Scene): Promise<Came> {
  const { deployment, traces, records, foreign } = scene;
  const [trace] = traces;
  if (!trace) return undefined;
  await deployment.untilReadable();
  switch (trace.left) {
    case 'alert':
      return alertsOf(scene);
    case 'location':
      foreign.set(LOOKED_AT, { id: trace.device, dated: true, fresh: false, road: 0 });
      return reportActs.last(scene, { do: 'last', device: LOOKED_AT });
    case 'no record':
    case 'record': {
      const { resource: family, id } = trace;
      if (id === undefined) return listed(scene, family);
      records.set(`${family} ${LOOKED_AT}`, { family, id, written: [] });
      const event = await recordActs.read(scene, { do: 'read', family, record: LOOKED_AT });
      if (event?.kind === 'read' && event.found === false) await deployment.made.gone(family, id);
      return event;
    }
  }
}

/** A record that was made although its call was refused is removed at the end of the run. */
async function listed(scene: Scene, family: 'group' | 'user'): Promise<Came> {
  const { deployment, traces } = scene;
  const event = await recordActs.list(scene, { do: 'list', family });
  if (event?.kind !== 'listed') return event;
  const sent = new Set(
    traces.flatMap((trace) => (trace.left === 'record' ? Object.values(trace.facts).map(String) : [])),
  );
  const held = event.entries.filter(({ texts }) => Object.values(texts).some((text) => sent.has(text)));
  for (const { id } of held) if (id !== undefined) await deployment.made.adopt(family, id);
  return event;
}

/** No operation reads alerts; a device may show its last ones. */
async function alertsOf({ deployment, traces }: Scene): Promise<Came> {
  const alerts = traces.flatMap((trace) => (trace.left === 'alert' ? [trace] : []));
  const device = alerts[0]?.device;
  if (!isId(device)) return undefined;
  const { text } = await deployment.call('readDevice', { id: device });
  const shown = text.toLowerCase();
  const marks = alerts.flatMap(({ mark }) => (shown.includes(mark.toLowerCase()) ? [mark] : []));
  if (marks.length === 0) return undefined;
  return { at: deployment.clock.now(), kind: 'alerts', device: String(device), marks };
}
