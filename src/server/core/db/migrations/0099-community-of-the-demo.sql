ALTER TABLE site_settings
  -- When the demo was given its creators, boards, suggestions and clicks, or when a start found no demo
  -- here. Null: a demo of an earlier version may still lack them.
  ADD COLUMN demo_community_at timestamptz;
UPDATE site_settings SET demo_community_at = now()
WHERE EXISTS (SELECT FROM users WHERE id IN ('demo-noor', 'demo-mei-lin', 'demo-tomas'));
