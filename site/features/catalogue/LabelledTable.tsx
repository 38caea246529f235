import type { ReactNode } from 'react';

/** A column: heading, cell of a row, classes of its cells, and its label on phones where that is not the heading. */
export type Column<Row> = readonly [
  head: string,
  cell: (row: Row) => ReactNode,
  classes?: string,
  label?: string,
];

interface LabelledTableProps<Row> {
  /** The cells of the first column are the headings of their rows. */
  columns: readonly Column<Row>[];
  /** Rows in groups; only groups with a heading need an `id`, which is their anchor within the page. */
  groups: readonly { id: string; heading?: string; rows: readonly Row[] }[];
  className?: string;
}

/** A table of pages; on phones each row becomes a grid whose cells show their label. */
export function LabelledTable<Row extends { path: string }>(props: LabelledTableProps<Row>) {
  const { columns, groups, className = '' } = props;
  return (
    <table className={`docket-table labelled-table ${className}`}>
      <thead>
        <tr>
          {columns.map(([head, , classes]) => (
            <th key={head} scope="col" className={classes?.match('number')?.[0]}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ id, heading, rows }) => (
        <tbody key={id}>
          {heading && (
            <tr className="kind">
              <th id={id} scope="rowgroup" colSpan={columns.length}>
                {heading}
              </th>
            </tr>
          )}
          {rows.map((row) => (
            <Row key={row.path} row={row} columns={columns} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Row<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  const [first, ...others] = columns;
  return (
    <tr>
      <th scope="row">{first?.[1](row)}</th>
      {others.map(([head, cell, classes, label = head]) => (
        <td key={head} className={classes} data-label={label}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}
