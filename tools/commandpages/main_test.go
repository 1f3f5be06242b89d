package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// docs is the folder of the reference.
const docs = "../../docs/reference"

// help returns the help of all commands, from the program itself.
func help(t *testing.T) []byte {
	t.Helper()
	command := exec.Command("go", "run", "../../cmd/gammonlab", "commands")
	command.Stderr = os.Stderr
	return must.Get(command.Output())(t)
}

// The reference in docs is equal to the pages of the program's help, with no other file.
func TestReferenceIsUpToDate(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	pages := reference(must.Get(read(bytes.NewReader(help(t))))(t))
	for name, want := range pages {
		got, err := os.ReadFile(filepath.Join(docs, name))
		if err != nil || string(got) != want {
			t.Errorf("docs/reference/%s differs from the program's help (%v): run make reference", name, err)
		}
	}
	for _, e := range must.Get(os.ReadDir(docs))(t) {
		if _, ok := pages[e.Name()]; !ok {
			t.Errorf("docs/reference/%s belongs to no command: remove it", e.Name())
		}
	}
}

// lab is a program with a group of commands and a command outside it.
func lab() *program {
	return &program{Name: "lab", Version: "1.2", Usage: "does things", Commands: []command{
		{Name: "lab data", Usage: "work on data", Commands: []command{
			{Name: "lab data show", Usage: "show a_b | *all*", Arguments: "FILE | -", Flags: []option{{Form: "--x A|B", Usage: "the <x>"}, {Form: "--y", Usage: "y", Group: "More"}},
				Description: "Shows it.\n.It's \\ so.\n\nAlso:\n   a   b\n     c\n\n   d\n\nEnd."},
		}},
		{Name: "lab try", Usage: "try"},
	}}
}

func TestReference(t *testing.T) {
	pages := reference(lab())
	if len(pages) != 2 {
		t.Errorf("%d pages, want those of data and the index", len(pages))
	}
	for page, pieces := range map[string][]string{
		"commands.md": {"| [lab data show](data.md#lab-data-show) | show a\\_b \\| \\*all\\* |", "| [lab try](#lab-try) | try |", "## lab try\n\nTry.\n"},
		"data.md": {"# lab data\n\nWork on data.\n", "## lab data show\n", "```\nlab data show [FLAG...] FILE | -\n```",
			"Also:\n\n```\na   b\n  c\n\nd\n```\n\nEnd.\n", "| `--x A\\|B` | the \\<x> |\n| **More** | |\n| `--y` | y |\n"},
	} {
		for _, piece := range pieces {
			if !strings.Contains(pages[page], piece) {
				t.Errorf("%s lacks\n%s\nin\n%s", page, piece, pages[page])
			}
		}
	}
}

func TestManualPages(t *testing.T) {
	pages := manualPages(lab())
	if len(pages) != 4 {
		t.Errorf("%d pages, want one for each command and the program's", len(pages))
	}
	page := pages["lab-data-show.1"]
	for _, piece := range []string{
		".TH \"LAB-DATA-SHOW\" 1 \"\" \"lab 1.2\" \"lab\"\n", "lab\\-data\\-show \\- show a_b | *all*\n", ".B lab data show\n[FLAG...] FILE | \\-\n",
		"Shows it.\n\\&.It\\(aqs \\e so.\n", ".nf\na   b\n  c\n\nd\n.fi\n", ".TP\n.B \\-\\-x A|B\nthe <x>\n.SS More\n.TP\n.B \\-\\-y\ny\n", ".SH SEE ALSO\n.BR lab\\-data (1)\n",
	} {
		if !strings.Contains(page, piece) {
			t.Errorf("the page lacks\n%s\nin\n%s", piece, page)
		}
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("no groff here")
	}
	for name, text := range pages {
		command := exec.Command(groff, "-K", "utf8", "-man", "-T", "utf8", "-ww", "-z")
		command.Stdin = strings.NewReader(text)
		if out, err := command.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: groff says %v\n%s", name, err, out)
		}
	}
}

func TestMistakes(t *testing.T) {
	for in, want := range map[string]string{
		"": "EOF", "{}": "no commands", `{"name": "x", "commands": [], "more": 1}`: "unknown field",
	} {
		must.Fail(t, run(strings.NewReader(in), t.TempDir(), ""), want)
	}
	must.Fail(t, run(strings.NewReader(""), "", ""), "-man")
}
