interface FigureTilesProps {
  /** Three or four; the first stands out. */
  figures: readonly { label: string; value: string }[];
}

/** Figures in a row, each under its label. */
export function FigureTiles({ figures }: FigureTilesProps) {
  return (
    <dl className={figures.length === 3 ? 'tiles tiles-3' : 'tiles'}>
      {figures.map(({ label, value }, index) => (
        <div key={label} className={index === 0 ? 'tile-figure first' : 'tile-figure'}>
          <dt className="small muted">{label}</dt>
          <dd className="price">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
