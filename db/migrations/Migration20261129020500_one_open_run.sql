-- A retailer has one running run of a kind: quarantine judges its counters.
update "run" set "status" = 'done', "finished_at" = now() where "status" = 'running' and exists (
  select from "run" newer where newer."retailer_id" = "run"."retailer_id" and newer."kind" = "run"."kind"
    and newer."status" = 'running' and newer."id" > "run"."id");
create unique index "run_open" on "run" ("retailer_id", "kind") where "status" = 'running';
