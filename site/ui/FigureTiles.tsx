interface FigureTilesProps {
  /** Three or four. */
  figures: readonly { label: string; value: string | number }[];
  /** True to emphasise the first figure. */
  marksFirst?: boolean;
}

/** A row of labelled figures. */
export function FigureTiles({ figures, marksFirst = false }: FigureTilesProps) {
  return (
    <dl className={figures.length === 3 ? 'tiles tiles-3' : 'tiles'}>
      {figures.map(({ label, value }, index) => (
        <div
          key={label}
          className={marksFirst && index === 0 ? 'tile-figure first' : 'tile-figure'}
        >
          <dt className={marksFirst ? 'small muted' : 'small'}>{label}</dt>
          <dd className="price">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
