// Command licences reads the licences of other projects' code in the program.
//
//	go run ./tools/licences
//	go run ./tools/licences -program FILE -version 1.2.3 -date 2026-01-31T12:00:00Z
//
// The first form checks that the licences of all modules that the program and the tests need
// are allowed. The second form writes two files into the folder of a built program: the
// licences of its contents, and a list of the contents (SBOM). goreleaser puts them into a
// release. The same program gives the same bytes.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"gammonlab/internal/atomicfile"
)

// Names of the files that describe writes into a program's folder.
const (
	noticesFile = "THIRD-PARTY-NOTICES.txt"
	sbomFile    = "sbom.cdx.json"
)

func main() {
	r := release{name: "gammonlab"}
	program := flag.String("program", "", "write the licences and the list of the contents of this program, instead of the check")
	flag.StringVar(&r.version, "version", "", "the version of the program")
	date := flag.String("date", "", "the date of the revision, in the form of RFC 3339")
	flag.Parse()
	if *program == "" {
		n, err := checkLicences("./...")
		exitOn(err)
		fmt.Printf("the licences of %d modules are allowed\n", n)
		return
	}
	var err error
	r.made, err = time.Parse(time.RFC3339, *date)
	exitOn(err)
	exitOn(r.describe(*program))
}

// exitOn ends the program if there is an error.
func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

// release is a version of the program.
type release struct {
	name, version string
	made          time.Time // the time of the revision
}

// describe writes the licences and the list of the contents of a program into its folder.
func (r *release) describe(program string) error {
	modules, err := modulesOf(program)
	if err != nil {
		return err
	}
	list, err := r.sbom(modules)
	if err != nil {
		return err
	}
	dir := filepath.Dir(program)
	if err := atomicfile.WriteFile(filepath.Join(dir, noticesFile), noticesOf(modules)); err != nil {
		return err
	}
	return atomicfile.WriteFile(filepath.Join(dir, sbomFile), list)
}
