import { counted } from '#domain/text/counted.ts';
import type { OpenDataDay } from '#site/api/responses/open-data.ts';
import './FileTable.css';

const DAY = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeZone: 'UTC' });

/** Daily files, newest first. */
export function FileTable({ days }: { days: readonly OpenDataDay[] }) {
  return (
    <ol className="plain-list files">
      {days.map(({ day, changes, files }) => (
        <li className="card stack tight" key={day}>
          <p className="row spread">
            <time className="strong" dateTime={day}>
              {DAY.format(Date.parse(day))}
            </time>
            <span className="muted figures">{counted(changes, 'change')}</span>
          </p>
          <p className="row files-of-day">
            {files.map(({ name, path, format, bytes }) => (
              <span className="small" key={name}>
                <a className="reach" href={path} download={name}>
                  {format === 'csv' ? 'CSV' : 'JSON lines'}
                  <span className="visually-hidden"> of {day}</span>
                </a>{' '}
                <span className="muted figures">{sizeText(bytes)}, gzip</span>
              </span>
            ))}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** '312 kB', '4.2 MB'. */
function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
