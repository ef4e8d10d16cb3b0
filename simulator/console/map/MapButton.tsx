/** One of the buttons on the map: a sign, and words beside it, or for those who do not see it or wait above it. */
const SIGNS = {
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M9 12h6M12 9v6',
  follow: 'M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 2v4M12 18v4M2 12h4M18 12h4M12 11.9v.2',
  tails: 'M4 20c5 0 3-7 8-7s3-7 7-8M15 4l4.500 1-1 4.500',
  guide: 'M5 4h6v16H5zM13 9l6-2v11l-6 2z',
  picture: 'M4 7h4l1.500-2h5L16 7h4v12H4zM12 9.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7z',
  truth:
    'M3 12c3-5 6-7 9-7s6 2 9 7c-3 5-6 7-9 7s-6-2-9-7zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z',
  reported: 'M6 7h.1M11 5h.1M17 8h.1M8 13h.1M14 12h.1M18 16h.1M6 18h.1M12 19h.1',
} as const;

export interface MapChoice {
  sign: keyof typeof SIGNS;
  label: string;
  onClick: () => void;
  pressed?: boolean;
  disabled?: boolean;
}

export function MapButton({ choice, hasWords }: { choice: MapChoice; hasWords: boolean }) {
  const { sign, label, onClick, pressed, disabled = false } = choice;
  return (
    <button
      type="button"
      class={`button ${hasWords ? 'plain' : 'square'}`}
      title={label}
      aria-label={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={({ currentTarget }) => {
        currentTarget.closest('details')?.removeAttribute('open');
        onClick();
      }}
    >
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={SIGNS[sign]} />
      </svg>
      {hasWords && label}
    </button>
  );
}
