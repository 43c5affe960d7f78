"""What the server says of chances: analyses of finished games and advice at tables, made in processes of their own."""
