import { trustBand } from '#domain/products/score-band.ts';
import type { StatusRow } from '#site/server/public-pages/status.ts';
import { LetterTile } from '#site/ui/LetterTile.tsx';
import { freshnessOf } from './freshness.ts';
import './RetailerTable.css';

/** Every retailer that is read: trust, offers, and how fresh its prices are. */
export function RetailerTable({
  retailers,
  nowMs,
}: {
  retailers: readonly StatusRow[];
  nowMs: number;
}) {
  return (
    <div className="table-scroll">
      <table className="docket-table labelled-table retailer-table">
        <thead>
          <tr>
            <th scope="col">Retailer</th>
            <th scope="col">Trust</th>
            <th scope="col" className="number">
              Offers
            </th>
            <th scope="col">Last read</th>
            <th scope="col" className="number">
              Usual age of a price
            </th>
            <th scope="col" className="number">
              Pages read
            </th>
          </tr>
        </thead>
        <tbody>
          {retailers.map((retailer) => {
            const { held, lastRead, usualAge, success, tone } = freshnessOf(retailer, nowMs);
            return (
              <tr key={retailer.path}>
                <th scope="row">
                  <span className="retailer-line">
                    <LetterTile name={retailer.name} />
                    <span className="named">
                      <a className="reach" href={retailer.path}>
                        {retailer.name}
                      </a>
                      <span className="small muted">
                        {held ?? retailer.category}
                        {retailer.isDemo && ' · demo'}
                      </span>
                    </span>
                  </span>
                </th>
                <td data-label="Trust">
                  <span className={`badge figures tone-${trustBand(retailer.trustScore)}`}>
                    {retailer.trustScore.toFixed(1)}/10
                  </span>
                </td>
                <td className="number figures" data-label="Offers">
                  {retailer.offers.toLocaleString('en-AU')}
                </td>
                <td data-label="Last read" className="when">
                  {lastRead}
                </td>
                <td className="number figures" data-label="Usual age">
                  {usualAge}
                </td>
                <td className="number" data-label="Pages read">
                  <span className={`badge figures tone-${tone}`}>{success}</span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
