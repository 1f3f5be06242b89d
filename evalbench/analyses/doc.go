// Package analyses analyses many records: it analyses them concurrently, returns the
// reports in the order of the files, and caches the results, so the same record is
// not analysed twice. record.FindMatches finds records in folders.
//
// # The cache
//
// A [Cache] is a folder with one file for each analysis. The file name is the
// digest of the record, of the model, its databases and the class of its
// kernels, and of all options that the numbers depend on: other settings give
// another file. Files are written atomically, so any number of processes can
// share the folder, and a killed process loses only its current matches. A
// damaged file is rewritten. The package never deletes files: to free the
// space, delete the folder.
//
// Not for other modules.
package analyses
