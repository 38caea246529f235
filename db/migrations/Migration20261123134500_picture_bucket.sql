-- Pictures may lie in a bucket: then their row has no bytes.
alter table "picture" alter column "bytes" drop not null;
