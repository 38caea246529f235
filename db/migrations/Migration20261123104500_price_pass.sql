-- What people bought and where, to tell them when it gets cheaper there.
create table "price_pass" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "offer_id" uuid not null, "paid_cents" int not null, "bought_at" timestamptz not null, "ends_at" timestamptz not null, "told_cents" int null, "created_at" timestamptz not null default now(), primary key ("id"));
create index "price_pass_user_id_index" on "price_pass" ("user_id");
create index "price_pass_offer_id_index" on "price_pass" ("offer_id");
alter table "price_pass" add constraint "price_pass_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;
alter table "price_pass" add constraint "price_pass_offer_id_foreign" foreign key ("offer_id") references "offer" ("id") on delete cascade;
