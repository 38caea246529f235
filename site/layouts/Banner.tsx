import { bannerFreshness } from '#domain/text/time-ago.ts';
import { BANNER_STATS, SITE_NAME } from '#site/content/texts.ts';
import './Banner.css';

/** The specification's fixed figures under the header; the page script keeps the freshness current. */
export function Banner() {
  return (
    <aside className="site-banner" aria-label={`${SITE_NAME} at a glance`}>
      <p className="wrap">
        <span>
          <strong>{BANNER_STATS.retailerCount}</strong> retailers
        </span>
        <span>
          Updated <strong data-freshness>{bannerFreshness(12)}</strong>
        </span>
        <span>
          <strong>{BANNER_STATS.userCount}</strong> users
        </span>
        <span>
          <strong>{BANNER_STATS.searchesToday}</strong> searches today
        </span>
      </p>
    </aside>
  );
}
