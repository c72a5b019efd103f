// Buttons with a drawing; the name is told to those who cannot see it, and on hovering.

const DRAWINGS = {
  lasso:
    'M12 5c4.6 0 8 2.2 8 5s-3.4 5-8 5-8-2.2-8-5 3.4-5 8-5M7.5 14.2c-1.6 1-1.6 3 .2 3.4 1.6.3 2.2 1.4 1.3 3.4',
  fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  undo: 'M9 6 4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3',
  redo: 'm15 6 5 5-5 5M20 11H10a5 5 0 0 0 0 10h3',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5',
  help: 'M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2v.4M12 17.5v.1M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18',
  panel: 'M4 5h16v14H4zM14.5 5v14',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  back: 'm14 6-6 6 6 6',
  next: 'm10 6 6 6-6 6',
  close: 'm6 6 12 12M18 6 6 18',
} as const;

interface Props {
  name: keyof typeof DRAWINGS;
  label: string;
  pressed?: boolean;
  expanded?: boolean;
  disabled?: boolean;
  onClick: () => void;
}

export function Icon({ name, label, pressed, expanded, disabled, onClick }: Props) {
  return (
    <button
      class="icon"
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      disabled={disabled}
      onClick={onClick}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={DRAWINGS[name]} />
      </svg>
    </button>
  );
}
