"""What a run found: the report, tables of numbers, Parquet files and pictures."""
