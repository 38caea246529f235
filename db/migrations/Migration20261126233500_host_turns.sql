-- Exchanges keep their distance from the last one that began; no slots are reserved ahead.
alter table "host" drop column "next_free_at";
