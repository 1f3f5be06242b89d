// Command release creates the published files of a version: for each system an archive with
// the program, manual pages, completions and licences, and a list of the modules in the
// program (SBOM); and the SHA-256 sums of all files.
//
//	go run ./internal/tools/release -out dist
//
// make release runs it. It needs only Go and git; the same revision and the same Go give the
// same bytes.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"gammonlab/internal/version"
)

// targets are the systems that get an archive.
var targets = []target{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

func main() {
	r := release{name: "gammonlab", pkg: "./cmd/gammonlab", version: version.Toolkit, texts: []string{"LICENSE", "README.md", "CHANGELOG.md"}}
	flag.StringVar(&r.out, "out", "dist", "the folder to write, which must not exist")
	flag.StringVar(&r.tags, "tags", "", "the build tags of the program, in the form of go build")
	flag.StringVar(&r.gcflags, "gcflags", "", "the flags of the compiler, in the form of go build")
	only := flag.String("only", "", "make the archive of this system only, such as linux/arm64")
	licences := flag.Bool("licences", false, "only check the licences of all modules that the program and the tests need")
	flag.Parse()
	if *licences {
		n, err := checkLicences("./...")
		exitOn(err)
		fmt.Printf("the licences of %d modules are allowed\n", n)
		return
	}
	exitOn(r.run(*only))
}

// exitOn ends the program if there is an error.
func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release is a release to make.
type release struct {
	name, pkg, version, out string
	tags, gcflags           string
	texts                   []string  // files of the repository that go into each archive
	made                    time.Time // the time of the revision, and of all files in the archives
}

// run makes the archives of all targets, or of one.
func (r *release) run(only string) (err error) {
	chosen, err := choose(only)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(r.out); err == nil {
		return fmt.Errorf("%s already exists: remove it first", r.out)
	}
	if r.made, err = timeOfRevision(); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	shared, err := r.sharedFiles(work)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(r.out, 0o777); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(r.out) // no half of a release
		}
	}()
	for _, t := range chosen {
		fmt.Println("making", t)
		if err := r.make(t, work, shared); err != nil {
			return fmt.Errorf("%v: %w", t, err)
		}
	}
	return writeSums(r.out)
}

// choose returns the target with that name, all targets for "".
func choose(only string) ([]target, error) {
	if only == "" {
		return targets, nil
	}
	for _, t := range targets {
		if t.String() == only {
			return []target{t}, nil
		}
	}
	return nil, fmt.Errorf("-only is %q, want one of %v", only, targets)
}

// make makes the archive and the SBOM of a target.
func (r *release) make(t target, work string, shared []file) error {
	program := filepath.Join(work, t.os+"-"+t.arch, r.name+t.suffix())
	if err := r.build(t, program); err != nil {
		return err
	}
	modules, err := modulesOf(program)
	if err != nil {
		return err
	}
	binary, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	base := fmt.Sprintf("%s_%s_%s_%s", r.name, r.version, t.os, t.arch)
	files := append([]file{
		{name: r.name + t.suffix(), text: binary, executable: true},
		{name: "THIRD-PARTY-NOTICES.txt", text: noticesOf(modules)},
	}, shared...)
	if err := t.archive(filepath.Join(r.out, base), base, files, r.made); err != nil {
		return err
	}
	sbom, err := r.sbom(modules)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.out, base+".cdx.json"), sbom, 0o666)
}

// timeOfRevision returns when the revision was committed.
func timeOfRevision() (time.Time, error) {
	out, err := exec.Command("git", "log", "-1", "--format=%ct").Output()
	if err != nil {
		return time.Time{}, fmt.Errorf("git log: %w", err)
	}
	seconds, err := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
	return time.Unix(seconds, 0).UTC(), err
}
