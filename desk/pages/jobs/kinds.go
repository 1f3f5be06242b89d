//go:build !site

package jobs

// Kinds lists the kinds of work that can be started.
func Kinds() []Kind {
	return append(catalogued(), rolloutKind(),
		of("analyze", "Analysis of records", "Analyse all records of the server's library, or of a folder in it, and profile a player. Finished analyses are kept, so an interrupted job continues.", runRecords),
	)
}
