// Package parquettable reads tables of numbers and texts in Parquet files of any program, and
// writes such tables with the checksums of package parquetfile.
package parquettable
