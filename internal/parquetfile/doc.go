// Package parquetfile writes and reads Parquet files whose every byte is covered
// by a checksum. The library neither writes nor reads Parquet's checksums of pages;
// it reads some damaged pages without an error and panics at others. Here each of
// them is an error. The package is for flat columns only, because the library loses
// data of nested ones.
package parquetfile
