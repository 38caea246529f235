create table "price_pack" ("offer_id" uuid not null, "year" smallint not null, "slots" int[] not null, "prices_cents" int[] not null, "original_prices_cents" int[] not null, "availabilities" smallint[] not null, primary key ("offer_id", "year"));

create index "run_unsound" on "run" ("id") where "status" in ('quarantined', 'undone');

alter table "price_pack" add constraint "price_pack_offer_id_foreign" foreign key ("offer_id") references "offer" ("id") on delete cascade;
