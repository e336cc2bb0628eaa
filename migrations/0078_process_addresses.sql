-- Where a process is asked for /readyz, and on which machine: `crels doctor` asks those of its own (decision 095).

alter table running_process
  -- As the machine calls itself; in a container that is the container.
  add machine text check (length(machine) between 1 and 255),
  -- Such as http://127.0.0.1:3001, as that machine reaches it; null where it answers nothing.
  add address text check (length(address) between 1 and 300);
comment on table running_process is 'Processes that said within the last day that they live. A row names no person.';
