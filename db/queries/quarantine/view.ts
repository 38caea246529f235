import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import type { BadVerdict, ReadingVerdict } from '#domain/offers/run-quarantine.ts';
import type { RunStatus } from '../../entities/run.ts';

/** A quarantine as operators see it. */
export interface QuarantineView {
  runId: string;
  retailer: string;
  slug: string;
  kind: BadVerdict;
  judged: number;
  bad: number;
  beganAt: Date;
  nextProbeAt: Date;
  probes: number;
  endedAt: Date | null;
  ending: 'approved' | 'healed' | null;
  decidedBy: string | null;
  runStatus: RunStatus;
  heldPages: number;
  /** The run that raised suspicion, and how many prices it had changed until then; null once it was removed. */
  suspectedIn: { runId: string; status: string; pricesChanged: number } | null;
}

const VIEW = `select q.run_id as "runId", r.name as retailer, r.slug, q.kind, q.judged, q.bad, q.began_at as "beganAt",
    q.next_probe_at as "nextProbeAt", q.probes, q.ended_at as "endedAt", q.ending, q.decided_by as "decidedBy",
    run.status as "runStatus",
    case when s.id is not null then
      jsonb_build_object('runId', s.id, 'status', s.status, 'pricesChanged', s.prices_changed) end as "suspectedIn",
    (select count(*)::int from held_page where run_id = q.run_id) as "heldPages"
  from quarantine q join run on run.id = q.run_id join retailer r on r.id = q.retailer_id
  left join run s on s.id = q.suspected_in_id`;

/** Open quarantines first, then the newest that ended; at most `limit`. */
export async function listQuarantines(em: EntityManager, limit: number): Promise<QuarantineView[]> {
  return em.execute<QuarantineView[]>(
    `${VIEW} order by q.ended_at is null desc, q.began_at desc limit ?`,
    [limit],
  );
}

/** One quarantine by its run; null when there is none. */
export async function findQuarantine(
  em: EntityManager,
  runId: string,
): Promise<QuarantineView | null> {
  const rows = await em.execute<QuarantineView[]>(`${VIEW} where q.run_id = ?`, [runId]);
  return rows[0] ?? null;
}

/** A price that was held, beside the one shown meanwhile. */
export interface HeldPrice {
  name: string;
  variant: string;
  /** The page it was read on. */
  pageUrl: string;
  shownCents: Cents;
  shownSeenAt: Date;
  heldCents: Cents;
  observedAt: Date;
}

/** Prices held under a run that differ from the ones shown, the farthest from them first; at most `limit`. */
export async function heldPrices(
  em: EntityManager,
  runId: string,
  limit: number,
): Promise<{ total: number; prices: HeldPrice[] }> {
  const rows = await em.execute<(HeldPrice & { total: number })[]>(
    `select o.name, o.variant, p.url as "pageUrl", o.price_cents as "shownCents", o.last_seen_at as "shownSeenAt",
       x."priceCents" as "heldCents", h.observed_at as "observedAt", count(*) over ()::int as total
     from held_page h join page p on p.id = h.page_id
     cross join lateral jsonb_to_recordset(h.offers) as x(url text, variant text, seller text, zone text, "priceCents" int)
     join offer o on o.retailer_id = p.retailer_id
       and (o.url, o.variant, o.seller, o.zone) = (x.url, x.variant, x.seller, x.zone)
     where h.run_id = ? and x."priceCents" <> o.price_cents
     order by abs(ln(x."priceCents"::float8 / o.price_cents)) desc, o.name limit ?`,
    [runId, limit],
  );
  return {
    total: rows[0]?.total ?? 0,
    prices: rows.map(({ total: _total, ...price }) => price),
  };
}

/** What held pages said, with the reason where they gave no price. */
export interface HeldVerdict {
  verdict: ReadingVerdict;
  reason: string | null;
  pages: number;
  /** One of them. */
  exampleUrl: string;
}

/** Held pages of a run, counted by what they said. */
export async function heldVerdicts(em: EntityManager, runId: string): Promise<HeldVerdict[]> {
  return em.execute<HeldVerdict[]>(
    `select h.verdict, h.reason, count(*)::int as pages, min(p.url) as "exampleUrl"
     from held_page h join page p on p.id = h.page_id where h.run_id = ?
     group by h.verdict, h.reason order by pages desc`,
    [runId],
  );
}
