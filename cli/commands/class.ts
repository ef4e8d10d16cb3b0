/** `roadtest class`: a world for each trainee, and a page from which the trainer leads them. */
import { defineCommand } from '../command.ts';
import { portOption, servingOptions } from '../serving/options.ts';

const { host, allow, profile } = servingOptions;

export const teaching = defineCommand({
  name: 'class',
  summary: 'Teach a class: a world for each trainee, led from one page',
  options: {
    trainees: {
      type: 'string',
      value: 'NAMES',
      default: '',
      summary: "Names of the trainees, separated by commas; without them, add trainees on the trainer's page",
    },
    story: {
      type: 'string',
      value: 'STORY',
      summary: 'Story of each world: a shipped story or lesson by its name, or a file',
    },
    may: {
      type: 'strings',
      value: 'WHAT',
      summary: 'Extra rights of trainees: rewind (reset, seek), inject (incidents, faults, devices)',
    },
    port: { ...portOption, default: 4010 },
    ...{ host, allow, profile },
    json: { type: 'boolean', summary: 'Print one JSON line: the links and credentials' },
  },
  examples: [
    { line: 'roadtest class --trainees anna,ben', does: 'Two worlds with ten parked devices each' },
    {
      line: 'roadtest class --trainees anna,ben --story licence-crunch --host 0.0.0.0',
      does: 'Trainees on other machines, and a story that begins when the trainer starts the clocks',
    },
  ],
  async run({ options }, io) {
    const { holdClass } = await import('../serving/class.ts');
    return holdClass(options, io);
  },
});
