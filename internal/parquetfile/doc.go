// Package parquetfile writes and reads Parquet files with checksums that cover every byte.
// The library neither writes nor reads Parquet's checksums of pages; it reads some damaged
// pages without an error and panics at others. This package returns an error for all
// damaged pages. It supports flat columns only, because the library loses data of nested
// columns.
package parquetfile
