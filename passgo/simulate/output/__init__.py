"""The output of a run: the report, statistics, Parquet files and pictures."""
