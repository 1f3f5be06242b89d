// Package batch analyses many records: it finds them in folders, analyses as many at
// a time as there are workers, hands the reports on in the order of the files, and
// keeps what it found out, so that the same record is not analysed twice.
//
// # The cache
//
// A [Cache] is a folder with a file for each analysis. Its name is the digest of the
// record, of the model, its databases of endings and the class of its kernels, and of
// all options that the figures depend on: another setting is another file. The
// files are written whole or not at all, so that any number of processes can share
// the folder, and a killed one loses only the matches it was at. A damaged file is
// written again. Nothing is ever removed: who wants the room back removes the folder.
package batch
