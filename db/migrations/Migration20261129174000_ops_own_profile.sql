-- Which retailers follow a profile of the operator's.
alter table "retailer" add column "is_own" boolean not null default false;
