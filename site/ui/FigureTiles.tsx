interface FigureTilesProps {
  /** Three or four. */
  figures: readonly { label: string; value: string | number; note?: string | undefined }[];
  /** True where the first figure is the one that counts. */
  marksFirst?: boolean;
  labels?: 'muted';
}

/** Figures in a row, each under its label. */
export function FigureTiles({ figures, marksFirst = false, labels }: FigureTilesProps) {
  return (
    <dl className={figures.length === 3 ? 'tiles tiles-3' : 'tiles'}>
      {figures.map(({ label, value, note }, index) => (
        <div
          key={label}
          className={marksFirst && index === 0 ? 'tile-figure first' : 'tile-figure'}
        >
          <dt className={labels === 'muted' ? 'small muted' : 'small'}>{label}</dt>
          <dd className="price">{value}</dd>
          {note !== undefined && <dd className="small muted">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
