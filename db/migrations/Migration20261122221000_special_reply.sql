-- What shops answer to refused specials.
create table "special_reply" ("offer_id" uuid not null, "claimed_cents" int not null, "text" text not null, "written_by" text not null, "written_at" timestamptz not null default now(), primary key ("offer_id"));
alter table "special_reply" add constraint "special_reply_offer_id_foreign" foreign key ("offer_id") references "offer" ("id") on update cascade on delete cascade;
