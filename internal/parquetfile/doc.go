// Package parquetfile writes and reads Parquet files whose every byte is covered
// by a checksum. The library neither writes nor reads Parquet's checksums of
// pages, reads damaged pages without a word and panics at some: here that is an
// error. It is for flat columns; of nested ones the library loses data.
package parquetfile
