/** The units in which speeds and temperatures are shown; the browser keeps them. */
import { signal } from '@preact/signals';
import { namesOf } from '../../../../contracts/kit/tables.ts';
import { CHOICES } from '../../look/units.ts';
import { type Units as Chosen, units } from '../../state/preferences.ts';
import { Dialog } from './Dialog.tsx';

export const unitsOpen = signal(false);

export function Units() {
  return (
    <Dialog
      open={unitsOpen.value}
      title="Units"
      onClose={() => {
        unitsOpen.value = false;
      }}
    >
      <Choice of="speed" label="Speeds and distances" names={namesOf(CHOICES.speed)} />
      <Choice of="temperature" label="Temperatures, also of sensors" names={namesOf(CHOICES.temperature)} />
    </Dialog>
  );
}

interface ChoiceProps<Of extends keyof Chosen> {
  of: Of;
  label: string;
  names: readonly Chosen[Of][];
}

function Choice<Of extends keyof Chosen>({ of, label, names }: ChoiceProps<Of>) {
  return (
    <fieldset class="filters" aria-label={label}>
      <span class="muted">{label}</span>
      {names.map((name) => (
        <button
          type="button"
          key={name}
          class="button slim"
          aria-pressed={units.value[of] === name}
          onClick={() => {
            units.value = { ...units.value, [of]: name };
          }}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
