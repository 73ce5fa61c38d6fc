alter table chat add column id blob;
