package bearoff

// For tests in package bearoff_test, which can import the makers of databases.
var (
	KnownDigests = knownDigests
	CheckedPath  = checkedPath
	RecordCheck  = recordCheck
)
