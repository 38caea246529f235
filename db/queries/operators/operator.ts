import type { EntityManager } from '@mikro-orm/postgresql';
import type { MailState } from '../../entities/mail.ts';
import type { RetailerKind, RetailerStatus } from '../../entities/retailer.ts';
import { findRetailer } from '../retailers/retailers.ts';
import { switchRetailers } from '../retailers/switch-retailers.ts';

/** A retailer as operators see it: how old its prices are, what it refused, what its last run did. */
export interface RetailerOverview {
  id: string;
  slug: string;
  name: string;
  kind: RetailerKind;
  status: RetailerStatus;
  offers: number;
  medianAgeMinutes: number | null;
  pages: number;
  due: number;
  /** Pages set aside because they killed their worker. */
  setAside: number;
  readWell: number;
  refusals: { reason: string; pages: number }[];
  lastRun: RunOverview | null;
  /** The run under which its readings are held; null when they are stored. */
  quarantinedIn: string | null;
  /** Offers of it were refused and are kept to be looked at. */
  hasRefusedOffers: boolean;
}

export interface RunOverview {
  id: string;
  kind: string;
  status: string;
  startedAt: string;
  finishedAt: string | null;
  pagesDone: number;
  pagesUnchanged: number;
  offersSeen: number;
  pricesChanged: number;
  refusals: Record<string, number>;
}

const RUN_JSON = `jsonb_build_object('id', run.id, 'kind', run.kind, 'status', run.status, 'startedAt', run.started_at,
  'finishedAt', run.finished_at, 'pagesDone', pages_done, 'pagesUnchanged', pages_unchanged, 'offersSeen', offers_seen,
  'pricesChanged', prices_changed, 'refusals', refusals)`;

/** Every retailer, enabled ones first, then by name. */
export async function retailerOverviews(em: EntityManager): Promise<RetailerOverview[]> {
  return em.execute<RetailerOverview[]>(
    `select r.id, r.slug, r.name, r.kind, r.status, coalesce(o.offers, 0)::int as offers,
       o.median_age::int as "medianAgeMinutes", p.pages, p.due, p.set_aside as "setAside", p.read_well as "readWell",
       p.refusals, (select ${RUN_JSON} from run where run.retailer_id = r.id and run.kind <> 'replay'
         order by started_at desc limit 1) as "lastRun",
       (select run_id from quarantine where retailer_id = r.id and ended_at is null) as "quarantinedIn",
       exists (select 1 from refused_offer where retailer_id = r.id) as "hasRefusedOffers"
     from retailer r
     left join (select retailer_id, count(*) as offers, percentile_cont(0.5) within group (
         order by extract(epoch from now() - last_seen_at) / 60) as median_age
       from offer group by retailer_id) o on o.retailer_id = r.id
     cross join lateral (
       select coalesce(sum(n), 0)::int as pages, coalesce(sum(due), 0)::int as due,
         coalesce(sum(set_aside), 0)::int as set_aside,
         coalesce(sum(n) filter (where last_outcome in ('stored', 'unchanged')), 0)::int as read_well,
         coalesce(jsonb_agg(jsonb_build_object('reason', last_reason, 'pages', n) order by n desc)
           filter (where last_reason is not null), '[]') as refusals
       from (select last_outcome, last_reason, count(*) as n, count(*) filter (where next_check_at <= now()) as due,
           count(*) filter (where deaths >= 3) as set_aside
         from page where retailer_id = r.id group by last_outcome, last_reason) by_reason) p
     order by r.status = 'enabled' desc, r.name`,
  );
}

/** The newest runs with their retailer's name; at most `limit`. */
export async function newestRuns(
  em: EntityManager,
  limit: number,
): Promise<(RunOverview & { retailer: string })[]> {
  const rows = await em.execute<{ run: RunOverview; retailer: string }[]>(
    `select ${RUN_JSON} as run, r.name as retailer from run join retailer r on r.id = run.retailer_id
     order by run.started_at desc limit ?`,
    [limit],
  );
  return rows.map(({ run, retailer }) => ({ ...run, retailer }));
}

/**
 * Enables or pauses a retailer. Enabling a real one disables the demo shops: their prices never stand side by side.
 * 'unknown' when there is none of the id, 'real-enabled' when a demo shop may not be enabled for that reason.
 */
export async function setRetailerStatus(
  em: EntityManager,
  id: string,
  status: 'enabled' | 'paused',
): Promise<'done' | 'unknown' | 'real-enabled'> {
  if (!(await findRetailer(em, { id }))) return 'unknown';
  return switchRetailers(em, [id], status);
}

/** A mail of the outbox. */
export interface MailRow {
  id: string;
  kind: string;
  recipient: string;
  subject: string;
  text: string;
  state: MailState;
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

const MAIL_COLUMNS = `id, kind, recipient, subject, text, state, attempts, last_error as "lastError",
  created_at as "createdAt", sent_at as "sentAt"`;

/** The newest mails, those of one state if one is given; at most `limit`. */
export async function newestMails(
  em: EntityManager,
  state: MailRow['state'] | null,
  limit: number,
): Promise<MailRow[]> {
  return em.execute<MailRow[]>(
    `select ${MAIL_COLUMNS} from mail where ?::text is null or state = ? order by created_at desc limit ?`,
    [state, state, limit],
  );
}

/** One mail by id; null when there is none. */
export async function findMail(em: EntityManager, id: string): Promise<MailRow | null> {
  const rows = await em.execute<MailRow[]>(`select ${MAIL_COLUMNS} from mail where id = ?`, [id]);
  return rows[0] ?? null;
}
