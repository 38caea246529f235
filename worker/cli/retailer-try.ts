/* `cli retailer try <url>`: reads one page of an unknown shop politely and drafts a profile. Stores no offers. */
import { isIP } from 'node:net';
import { logger } from '#db/runtime/log.ts';
import { profileFolders, profileSelectors } from '#db/seed/real-retailers.ts';
import { OperatorError, UsageError } from '#domain/errors.ts';
import { openCrawl } from '../crawl/services.ts';
import { tryPage } from '../retailers/try-page.ts';
import { withDatabase } from './database.ts';
import { ownFile, writeProfile } from './retailer.ts';
import type { Report } from './terminal.ts';

/** Drafts a profile from one page. Fails when no offer could be read. Throws UsageError unless `url` is http(s). */
export async function tryRetailer(
  url: string,
  { save = false, loopback = false }: { save?: boolean; loopback?: boolean },
): Promise<Report> {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    throw new UsageError(`'${url}' is not a web address (http or https).`);
  }
  return withDatabase(async (em, { config, orm }) => {
    if (loopback) requireLoopback(parsed, config.nodeEnv);
    const crawl = openCrawl(config, orm, logger('retailer try'), loopback ? [parsed.origin] : []);
    const selectorsOf = profileSelectors(profileFolders(config.dataDir), config.localShops);
    try {
      const tried = await tryPage(em, crawl.fetcher, url, selectorsOf);
      const { profile } = tried.data;
      if (!profile) return tried;
      const path = ownFile(profile.slug);
      if (save) writeProfile(path, profile);
      const where = `${save ? 'Saved' : 'Save (or add --save)'} as ${path}`;
      tried.lines.push(
        `${where}, replace each TODO, then run: npm run cli -- retailer check`,
        JSON.stringify(profile, null, 2),
      );
      return tried;
    } finally {
      await crawl.close();
    }
  });
}

/** Throws OperatorError unless the page is on this machine, outside production. */
function requireLoopback({ hostname }: URL, nodeEnv: string): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  const isHere = hostname === 'localhost' || (isIP(address) > 0 && /^(?:127\.|::1$)/.test(address));
  if (!isHere) throw new OperatorError(`--loopback is for pages on this machine, not ${hostname}.`);
  if (nodeEnv === 'production') throw new OperatorError('--loopback is for development only.');
}
