// Package version names the toolkit's version.
package version

import "runtime/debug"

// Toolkit is the version that files and programs made here carry.
const Toolkit = "0.2.0"

// Revision returns the revision of the sources that the program was made from, with
// "-modified" behind it if they had changes besides, or the version of the module that
// go install fetched. It is "" where the program does
// not know, such as in tests. A model does not carry it: equal runs give equal bytes
// whatever the revision.
func Revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	revision := settings["vcs.revision"]
	if revision != "" && settings["vcs.modified"] == "true" {
		revision += "-modified"
	}
	if v := info.Main.Version; revision == "" && v != "(devel)" {
		return v // of a program that go install made
	}
	return revision
}
