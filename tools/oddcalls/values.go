package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// oddTexts are values for any setting.
var oddTexts = []string{
	"", " ", "\t", "\n", "a\nb", "\x01", "\x1b[31m", "\u202e", "\u00e9", "\u65e5\u672c", "\xff\xfe", "-", "--", "-1", "0", "1", "2", "3", "0.5", "-0", "+1", "1e3", "1e308", "1e-400",
	"9223372036854775807", "9223372036854775808", "18446744073709551615", "-9223372036854775808", "1000000000000", "2147483648",
	"NaN", "Inf", "-inf", "0x10", "1_000", "1,2", "2,1", ",", ",,", "=", "a=b", "a=", "=b", ":", "/", "//", "..", ".", "%", "%s%n", "\\", "'", "\"", "$(x)", "${a}", "{", "}", "[]", "null", "true", "false", "on", "off",
	"all", "none", "default", "exact", "auto", "5mEq", "0.01,0.02", "0,0.5", "-5mEq", "1mEqmEq", "10s", "0s", "-1s", "1h", "1ns", "999999h",
	"net:", "net:fast", "net:fast,plies=1", "net:fast,met=my.xml", "net:fast,noise=NaN", "net:fast,cube=", "net:,", "net:fast,plies=99", "net:text", "pubeval", "random", "pubeval,", "random:1", "ubgi:", "ubgi:false", "ubgi:cat", "gnubg:9", "evaluator:", "evaluator:false", "evaluator:cat", "noisy:", "bot:1",
	"fast", "td512", "fast,fast", "model", "race,crashed,contact", "all,race", "race", "contact,contact", "pruning-race", "80", "80-40", "80/40", "0-0", "99999999", "80-", "-80", "relu", "sigmoid,relu", "perspective196", "perspective196+perspective196", "tesauro198", "exp:0.1:0.01", "steps:1,2:3", "cosine:1:2:3", "exp:0:0", "steps:", "cosine:0:0:0",
	"backgammon", "nackgammon", "hypergammon1", "hypergammon3", "HYPERGAMMON2", "31", "66", "00", "07", "3-0", "0-7", "7-7", "-1-2", "1-away,2-away", "24/18 13/11", "8/5*(2)", "bar/24", "8/5 6/5", "pass", "double", "kazaross-xg2", "g11", "mec", "json", "csv", "text", "html", "svg", "one", "two", "win", "gammons",
	"4HPwATDgc/ABMA", "4HPwATDgc/ABMA:cIkKAAAAAAAA", "AAAAAAAAAAAAAA", "//////////////", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:3:0:7:10", "XGID=", "XGID=--------------------------:0:0:1:00:0:0:0:0:10", "-b----E-C---eE---c-e----B-", "XGID=ooooooooooooooooooooooooooo:9:9:9:99:9:9:9:9:99",
	"11jjjjjhhhccccc:ooddddd88866666:N0N::W:IW:0:0:1:0:", "localhost:0", "127.0.0.1:99999", "nats://127.0.0.1:1", "fibs://127.0.0.1:1", "bgammon://127.0.0.1:1", "http://[::1", "2020-01-01", "9999-99-99", "*.mat", "[", "(", ".*",
}

// small are usual values of numbers, so that a call ends soon.
var small = []string{"1", "2", "3", "4", "10"}

// makeFiles makes files of several kinds in the folder, and copies those of another one.
func (s *search) makeFiles(from string) error {
	wide := strings.Repeat("a", 1<<17)
	for name, text := range map[string]string{
		"empty": "", "text": "hello\nworld\n", "nul": "\x00\x00\n\x00", "long": wide + "\n" + wide, "my.xml": "<met><info></info></met>", "broken.json": "{\"a\": [",
		"config.json": "{\"model\": \"\", \"games\": -1, \"seed\": null}", "list.json": "[1, \"\", null]", "ids.txt": "4HPwATDgc/ABMA\n\n# x\n4HPwATDgc/ABMA:cIkKAAAAAAAA\n", "m.mat": "; [Site \"x\"]\n 3 point match\n\n Game 1\n a : 0  b : 0\n  1) 31: 8/5 6/5   42: 8/4 6/4\n",
		"r.yaml": "steps:\n  a:\n    run: version\n", "bad.yaml": "steps: {a: {run: eval, model: \"\"}}\n", "x.sgf": "(;GM[6]", "r.csv": "position,win\n4HPwATDgc/ABMA,0.5\n4HPwATDgc/ABMA,x\n", "head.safetensors": "\x10\x00\x00\x00\x00\x00\x00\x00{\"__metadata__\":{", "gnubg.weights": "GNU Backgammon 1.01\n1 1 1 0 0.1 1\n",
		"dice.txt": "31\n66\n7\n" + wide, "suite.tst": "101 start play 31\n#? [8/5 6/5]\n102 x\n",
	} {
		if err := os.WriteFile(filepath.Join(s.folder, name), []byte(text), 0o666); err != nil {
			return err
		}
		s.files = append(s.files, name)
	}
	s.files = append(s.files, "missing", ".", "dir", "/dev/null", "missing/file", strings.Repeat("x", 300))
	if err := os.Mkdir(filepath.Join(s.folder, "dir"), 0o777); err != nil || from == "" {
		return err
	}
	known, err := os.ReadDir(from)
	for _, f := range known {
		text, err := os.ReadFile(filepath.Join(from, f.Name()))
		if err == nil {
			err = os.WriteFile(filepath.Join(s.folder, f.Name()), text, 0o666)
		}
		if err != nil {
			return err
		}
		s.files = append(s.files, f.Name(), f.Name(), f.Name())
	}
	return err
}

// value returns a value for a setting, given the word for its values and its description.
func (s *search) value(word, help string) string {
	switch n := s.IntN(10); {
	case n < 4 && (strings.Contains(word, "FILE") || strings.Contains(word, "FOLDER") || word == "DATABASES" || word == "MODEL" && n < 2):
		return pick(s, s.files)
	case n < 6 && word == "MODEL":
		return pick(s, []string{"fast", "td512", "default", "large"})
	case n < 6 && (word == "N" || word == "GAMES"):
		return pick(s, small)
	case n < 7 && strings.Contains(help, ": "): // one of the values that the description lists
		words := strings.FieldsFunc(help, func(r rune) bool { return strings.ContainsRune(" ,():;`", r) })
		return pick(s, words)
	case n == 7:
		return pick(s, oddTexts) + "," + pick(s, oddTexts)
	case n == 8 && s.IntN(4) == 0:
		return strings.Repeat(pick(s, oddTexts), 1+s.IntN(500)) // not longer than the system lets an argument be
	}
	return pick(s, oddTexts)
}

// json returns a value of a call.
func (s *search) json(help string) any {
	switch s.IntN(12) {
	case 0:
		return nil
	case 1:
		return s.IntN(3) == 0
	case 2:
		return []any{pick(s, oddTexts), s.IntN(5)}
	case 3:
		return map[string]any{pick(s, oddTexts): 1}
	case 4, 5:
		return s.IntN(6) - 2
	case 6:
		return pick(s, []float64{0.5, -1, 1e300, 1e18, 0, 2.5})
	case 7:
		return "a\x00b"
	}
	return s.value("", help)
}

// number returns a small number as a text.
func (s *search) number() string { return fmt.Sprint(1 + s.IntN(4)) }
