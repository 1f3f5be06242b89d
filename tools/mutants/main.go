// Command mutants measures what the tests notice: it makes small faults in packages, one at
// a time, and runs the tests of the package after each. A fault that the tests do not notice
// survives.
//
//	go run ./tools/mutants [-n 100] [-seed 1] [-short] [-again FILE] PACKAGE...
//
// It draws n faults from all that the files of the packages allow (sites.go); faults that do
// not compile do not count. The same files and seed give the same faults. Each line of the output
// has the verdict, the place and the change:
//
//	survived	board/play.go:71:12	<	<=
//
// With -short a fault survives if the short tests do not notice it, which takes less time. With
// -again it draws nothing, and makes those faults again that survived in FILE, an earlier
// output. It changes no file, because the compiler reads the faulty file by -overlay. A fault may
// take all memory: set a limit with ulimit -v.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	n := flag.Int("n", 100, "faults")
	seed := flag.Uint64("seed", 1, "seed of the draw")
	again := flag.String("again", "", "output of an earlier run, whose survivors are made again")
	short := flag.Bool("short", false, "run only the short tests")
	flag.Parse()
	if err := run(flag.Args(), *n, *seed, *again, *short); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// run makes the faults and prints a line for each, and the share that the tests noticed.
func run(packages []string, n int, seed uint64, again string, short bool) error {
	all, err := sites(packages)
	if err != nil {
		return err
	}
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if again != "" {
		if all, err = survivors(again, all); err != nil {
			return err
		}
		n = len(all)
	}
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	limits := make(map[string]time.Duration)
	made, killed := 0, 0
	for _, s := range all {
		if made == n {
			break
		}
		if limits[s.folder] == 0 {
			if limits[s.folder], err = limit(s.folder, dir); err != nil {
				return err
			}
		}
		verdict, err := try(s, dir, limits[s.folder], short)
		if err != nil {
			return err
		}
		switch verdict {
		case stillborn:
			continue
		case "killed":
			killed++
		}
		made++
		fmt.Printf("%s\t%s\n", verdict, s)
	}
	fmt.Printf("%d of %d killed\n", killed, made)
	return nil
}

// stillborn is the verdict on a fault that does not compile.
const stillborn = "stillborn"

// survivors returns the sites that survived in an earlier output.
func survivors(file string, all []site) ([]site, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	wanted := make(map[string]bool)
	for line := range strings.Lines(string(text)) {
		if place, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "survived\t"); ok {
			wanted[place] = true
		}
	}
	var kept []site
	for _, s := range all {
		if wanted[s.String()] {
			kept = append(kept, s)
		}
	}
	if len(kept) != len(wanted) {
		return nil, fmt.Errorf("%s: %d of %d survivors are in the files: the code or the packages have changed",
			file, len(kept), len(wanted))
	}
	return kept, nil
}

// limit returns how long the tests of a folder may take with a fault: a fault may make a loop
// endless. The tests must pass without one.
func limit(folder, dir string) (time.Duration, error) {
	binary := filepath.Join(dir, "tests")
	if out, err := build(folder, binary); err != nil {
		return 0, fmt.Errorf("%s does not compile without a fault: %w\n%s", folder, err, out)
	}
	start := time.Now()
	if out, err := test(folder, binary, "-test.short"); err != nil {
		return 0, fmt.Errorf("%s fails without a fault: %w\n%s", folder, err, out)
	}
	return 20*time.Second + 4*time.Since(start), nil
}

// try makes one fault and returns the verdict of the tests.
func try(s site, dir string, limit time.Duration, short bool) (string, error) {
	source, err := os.ReadFile(s.file)
	if err != nil {
		return "", err
	}
	faulty, overlay, binary := filepath.Join(dir, "faulty.go"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "tests")
	changed := bytes.Join([][]byte{source[:s.from], source[s.to:]}, []byte(s.after))
	if err := os.WriteFile(faulty, changed, 0o644); err != nil {
		return "", err
	}
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {s.file: faulty}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(overlay, replace, 0o644); err != nil {
		return "", err
	}
	if _, err := build(s.folder, binary, "-overlay="+overlay); err != nil {
		return stillborn, onlyExit(err)
	}
	phases := [][]string{{"-test.short"}, nil} // short tests notice most faults in a fraction of the time of all
	if short {
		phases = phases[:1]
	}
	for _, tests := range phases {
		if _, err := test(s.folder, binary, append(tests, "-test.timeout="+limit.String())...); err != nil {
			return "killed", onlyExit(err)
		}
	}
	return "survived", nil
}

// onlyExit returns an error other than the exit of a command.
func onlyExit(err error) error {
	if errors.As(err, new(*exec.ExitError)) {
		return nil
	}
	return err
}

// build compiles the tests of a folder.
func build(folder, binary string, flags ...string) ([]byte, error) {
	command := exec.Command("go", append(append([]string{"test", "-c", "-ldflags=-s -w", "-o", binary}, flags...), ".")...)
	command.Dir = folder
	return command.CombinedOutput()
}

// test runs the tests of a folder.
func test(folder, binary string, flags ...string) ([]byte, error) {
	command := exec.Command(binary, append([]string{"-test.failfast"}, flags...)...)
	command.Dir = folder
	return command.CombinedOutput()
}
