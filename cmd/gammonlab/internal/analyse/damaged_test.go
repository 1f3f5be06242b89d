package analyse

import (
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
)

// What stands before a line that cannot be read is analysed with --keep-going, and the exit
// code is 1. The refusal names the flag.
func TestAnalyzeDamaged(t *testing.T) {
	damaged := clitest.Contest + " Game 2\n Ann : 1    Bob : 0\n  1) 31: 8/5 6/5\n" + strings.Repeat("x", 1<<17) + "\n"
	const fault = "longer than 65536 bytes"
	program.FailsOn(t, damaged, 1, fault+" (--keep-going analyses what is readable and legal)", analyzed("-")...)
	out, errOut, code := program.Run(t, damaged, analyzed("--keep-going", "-")...)
	if code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	clitest.Wants(t, out, "2 games\n", "Checker play")
	clitest.Wants(t, errOut, "only what stands before a fault was analysed: standard input: line", fault)

	program.FailsOn(t, clitest.Session, 1, "(--keep-going analyses what is readable and legal)", analyzed("-")...)
}

// Of several records, a damaged one counts up to its fault with --keep-going.
func TestAnalyzeManyDamaged(t *testing.T) {
	dir := t.TempDir()
	clitest.Write(t, filepath.Join(dir, "whole.mat"), clitest.Contest)
	clitest.Write(t, filepath.Join(dir, "damaged.mat"), "; [Event \"x\"]\n"+clitest.Contest+strings.Repeat("x", 1<<17)+"\n")
	for _, tt := range []struct {
		args    []string
		matches string
	}{
		{nil, "1 match,"}, {[]string{"--keep-going"}, "2 matches,"},
	} {
		out, errOut, code := program.Run(t, "", analyzed(append(tt.args, "--cache", "none", dir)...)...)
		if code != 1 {
			t.Errorf("%q: exit code %d, want 1", tt.args, code)
		}
		clitest.Wants(t, out, tt.matches)
		clitest.Wants(t, errOut, "damaged.mat: line", "1 of 2 records could not be analysed completely")
		if named := strings.Contains(errOut, "(--keep-going"); named != (tt.args == nil) {
			t.Errorf("%q: %s", tt.args, errOut)
		}
	}
}

// A file with two matches is analysed like two records; a number names one of them.
func TestAnalyzeSeveral(t *testing.T) {
	path := filepath.Join(t.TempDir(), "two.mat")
	clitest.Write(t, path, clitest.Contest+"\n"+strings.ReplaceAll(clitest.Contest, "Bob", "Cid"))
	out, errOut := program.Reads(t, "", analyzed("--cache", "none", path)...)
	clitest.Wants(t, out, "2 matches,", "Ann: 2 matches")
	clitest.Wants(t, errOut, path+" has several matches", path+"#1 names the first")
	out, _ = program.Reads(t, "", analyzed(path+"#2")...)
	clitest.Wants(t, out, "Ann - Cid: match")
	program.Fails(t, 1, "two.mat#3: the file has 2 matches", analyzed(path+"#3")...)
	program.FailsOn(t, clitest.File(t, path), 1, "standard input has 2 matches", analyzed("-")...)
}

// Remarks and illegal plays with the position after them are listed on standard error.
func TestAnalyzeNotices(t *testing.T) {
	record := ` 3 point match

 Game 1
 Ann : 0                   Bob : 0
  1) 31: 8/5 6/5 hello      42: 8/4 6/4
  2) 21: Illegal play (3;0;0;0;0;Ann;Bob;0;0;0;1;0;0;-2;0;0;0;0;4;2;2;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;2;1;)
  3) 65: 24/13              43: 24/20 13/10
`
	out, errOut := program.Reads(t, record, analyzed("-")...)
	clitest.Wants(t, errOut, `standard input: remarks: "hello" (line 5)`+"\n",
		`standard input: illegal plays with the position after them: "game 1, move 2, O's 21"`+"\n")
	clitest.Wants(t, out, "  Rolls                                       2                 2\n")
}
