"""The queue without a server: spreadsheets and Label Studio, out and in again."""
