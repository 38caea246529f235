import type { ReactNode } from 'react';

/** A column: heading, cell of a row, classes of its cells. */
export type Column<Row> = readonly [head: string, cell: (row: Row) => ReactNode, classes?: string];

interface LabelledTableProps<Row> {
  /** The cells of the first column are the headings of their rows. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  className?: string;
}

/** A table of pages; on phones each row becomes a grid whose cells show their label. */
export function LabelledTable<Row extends { path: string }>(props: LabelledTableProps<Row>) {
  const { columns, rows, className = '' } = props;
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
      <tbody>
        {rows.map((row) => (
          <Row key={row.path} row={row} columns={columns} />
        ))}
      </tbody>
    </table>
  );
}

function Row<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  const [first, ...others] = columns;
  return (
    <tr>
      <th scope="row">{first?.[1](row)}</th>
      {others.map(([head, cell, classes]) => (
        <td key={head} className={classes} data-label={head}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}
