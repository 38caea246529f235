alter table "product" add "merged_into" uuid null;
create index "product_merged_into" on "product" ("merged_into") where "merged_into" is not null;

create table "match_decision" ("id" uuid not null default uuidv7(), "kind" text not null, "offer_id" uuid null, "product_id" uuid not null, "into_id" uuid null, "because" jsonb not null, "moved" jsonb null, "decided_by" text not null, "decided_at" timestamptz not null default now(), "undone_by" text null, "undone_at" timestamptz null, primary key ("id"));
create index "match_decision_offer_id_index" on "match_decision" ("offer_id");
create index "match_decision_product_id_index" on "match_decision" ("product_id");
create index "match_decision_into_id_index" on "match_decision" ("into_id");
create index "match_decision_decided_at_index" on "match_decision" ("decided_at");
alter table "match_decision" add constraint "match_decision_kind_check" check ("kind" in ('split', 'merge', 'keep'));
alter table "match_decision" add constraint "match_decision_offer_id_foreign" foreign key ("offer_id") references "offer" ("id") on delete set null;
alter table "match_decision" add constraint "match_decision_product_id_foreign" foreign key ("product_id") references "product" ("id");
alter table "match_decision" add constraint "match_decision_into_id_foreign" foreign key ("into_id") references "product" ("id") on delete set null;

create table "match_proposal" ("id" uuid not null default uuidv7(), "offer_id" uuid null, "product_id" uuid not null, "into_id" uuid null, "because" jsonb not null, "created_at" timestamptz not null default now(), primary key ("id"));
create index "match_proposal_offer_id_index" on "match_proposal" ("offer_id");
create index "match_proposal_into_id_index" on "match_proposal" ("into_id");
create unique index "match_proposal_once" on "match_proposal" ("product_id", "offer_id", "into_id") nulls not distinct;
alter table "match_proposal" add constraint "match_proposal_offer_id_foreign" foreign key ("offer_id") references "offer" ("id") on delete cascade;
alter table "match_proposal" add constraint "match_proposal_product_id_foreign" foreign key ("product_id") references "product" ("id") on delete cascade;
alter table "match_proposal" add constraint "match_proposal_into_id_foreign" foreign key ("into_id") references "product" ("id") on delete cascade;
