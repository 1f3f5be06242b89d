// Package version contains the toolkit's version.
package version

import (
	"os"
	"runtime/debug"
	"sync"

	"gammonlab/internal/digest"
)

// Toolkit is the version in files and programs of this project.
const Toolkit = "0.2.0"

// Revision returns the revision of the program's sources, with the suffix "-modified" if
// they had uncommitted changes. In a program that go install has built, it returns the
// version of the module. It returns "" if the revision is unknown, as in tests. Models do
// not contain the revision, so equal runs give equal bytes at any revision.
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
		return v // go install has built the program
	}
	return revision
}

// Unrevised begins the [Build] of a program whose revision is unknown.
const Unrevised = "sha256-"

// Build tells programs apart that may compute differently: the revision or, if it is unknown,
// the beginning of the SHA-256 of the program's file. It is "" if that cannot be read.
var Build = sync.OnceValue(func() string {
	if revision := Revision(); revision != "" {
		return revision
	}
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	sum, err := digest.File(path)
	if err != nil {
		return ""
	}
	return Unrevised + sum[:16]
})
