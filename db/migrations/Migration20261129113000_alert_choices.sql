-- What a shopper may choose beyond a target or any drop. `mailed_cents` and `was_gone` follow each alert, so that no swing mails twice.
alter table "alert" add column "min_drop_cents" int null, add column "rest_days" int not null default 0,
  add column "back_in_stock" boolean not null default false, add column "was_gone" boolean not null default false,
  add column "mailed_cents" int null;
