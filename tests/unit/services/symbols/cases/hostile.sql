-- CREATE TABLE commented (x int);
CREATE TABLE IF NOT EXISTS public."Users" (
  id int PRIMARY KEY,
  note text DEFAULT 'create table fake (x int)'
);
create or replace function app.find_user(uid int) returns int as $$
  create table in_body (x int);
$$ language sql;
CREATE UNIQUE INDEX idx_users ON users (id);
create materialized view stats as select 1;
CREATE TRIGGER audit AFTER INSERT ON users EXECUTE FUNCTION log();
create type mood as enum ('a', 'b');
CREATE SEQUENCE seq_users;
CREATE TABLE one (x int, y text); CREATE TABLE two (z int);
