/** The tool and version that a run was made with, for its record. */
import manifest from '../package.json' with { type: 'json' };

export const toolName = `roadtest ${manifest.version}`;
