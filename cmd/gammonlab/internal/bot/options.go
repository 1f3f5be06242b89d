package bot

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/bot"
	"gammonlab/desk/bot/bgammon"
	"gammonlab/desk/bot/fibs"
	"gammonlab/engine/search"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/version"
)

// maxThink is the maximal time for a decision: longer thinking is impolite.
const maxThink = 5 * time.Second

// ports are the default ports of servers.
var ports = map[string]string{"bgammon": "1337", "fibs": "4321"}

// names are the patterns of valid names of bots, with descriptions.
var names = map[string]struct {
	pattern *regexp.Regexp
	words   string
}{
	"bgammon": {regexp.MustCompile(`^BOT_[A-Za-z0-9_]{1,14}$`), "BOT_ and up to 14 letters, digits and underscores"},
	"fibs":    {regexp.MustCompile(`^[A-Za-z_]{1,16}$`), "up to 16 letters and underscores"},
}

// server is the address of a server.
type server struct{ scheme, address string }

// parseServer reads the address of a server.
func parseServer(text string) (server, error) {
	u, err := url.Parse(text)
	if err != nil || ports[u.Scheme] == "" || u.Hostname() == "" || u.Path != "" && u.Path != "/" || u.RawQuery != "" {
		return server{}, cliutil.Usagef("server %q, want bgammon://HOST:PORT or fibs://HOST:PORT", text)
	}
	if u.User != nil {
		return server{}, cliutil.Usagef("the address of the server has a name or a password: use --name and --password-file")
	}
	port := u.Port()
	if port == "" {
		port = ports[u.Scheme]
	}
	return server{u.Scheme, net.JoinHostPort(u.Hostname(), port)}, nil
}

// checkFlags returns an error for invalid values.
func checkFlags(c *cli.Context, s server) error {
	if n := names[s.scheme]; !n.pattern.MatchString(c.String("name")) {
		return cliutil.Usagef("--name is %q, want %s", c.String("name"), n.words)
	}
	for _, f := range []struct {
		name      string
		low, high int
	}{{"match", 1, board.MaxMatchLength}, {"max-match", 1, board.MaxMatchLength}, {"matches", 0, 1 << 30}, {"judge", 0, search.MaxPlies}} {
		if n := c.Int(f.name); n < f.low || n > f.high {
			return cliutil.Usagef("--%s is %d, want %d to %d", f.name, n, f.low, f.high)
		}
	}
	for _, f := range []struct {
		name string
		high time.Duration
	}{{"delay", 30 * time.Second}, {"think", maxThink}, {"grace", 24 * time.Hour}} {
		if d := c.Duration(f.name); d < 0 || d > f.high {
			return cliutil.Usagef("--%s is %v, want 0s to %v", f.name, d, f.high)
		}
	}
	if d := c.String("drop"); d != "server" && d != "standard" {
		return cliutil.Usagef("--drop is %q, want server or standard", d)
	}
	if f := c.String("format"); f != "mat" && f != "sgf" {
		return cliutil.Usagef("--format is %q, want mat or sgf", f)
	}
	if w := c.String("private"); strings.ContainsAny(w, " \t\r\n") {
		return cliutil.Usagef("--private is %q, want one word", w)
	}
	return checkOther(c, s)
}

// checkOther returns an error for flags that do not apply to the server.
func checkOther(c *cli.Context, s server) error {
	other := map[string][]string{"bgammon": {"max-match", "unlimited", "invite"}, "fibs": {"join", "private", "drop"}}
	for _, name := range other[s.scheme] {
		if c.IsSet(name) {
			return cliutil.Usagef("--%s has no effect on a %s server", name, s.scheme)
		}
	}
	if name := c.String("join"); name != "" && !names["bgammon"].pattern.MatchString(name) {
		return cliutil.Usagef("--join is %q, want the name of a bot: %s", name, names["bgammon"].words)
	}
	if name := c.String("invite"); name != "" && !names["fibs"].pattern.MatchString(name) {
		return cliutil.Usagef("--invite is %q, want %s", name, names["fibs"].words)
	}
	return nil
}

// readPassword returns the password, "" if there is none.
func readPassword(c *cli.Context) (string, error) {
	path := c.String("password-file")
	if path == "" {
		return os.Getenv(passwordVariable), nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	password, _, _ := strings.Cut(string(data), "\n")
	password = strings.TrimSpace(password)
	if password == "" {
		return "", fmt.Errorf("--password-file %s: the first line is empty, want the password", path)
	}
	return password, nil
}

// newClient returns the client for the server, and the ending of its lines.
func newClient(c *cli.Context, s server, table *bot.Table, password string) (bot.Client, string, error) {
	noise, err := cliutil.NoiseFromFlags(c)
	if err != nil {
		return nil, "", err
	}
	hello := plaintext.OneLine(c.String("hello"))
	if !c.IsSet("hello") {
		hello = fmt.Sprintf("Hello! I am a program: gammonlab %s, net %s, looking %d plies ahead%s. I do not chat.",
			version.Toolkit, c.String("model"), c.Int("plies"), helloNoise(noise))
	}
	if s.scheme == "bgammon" {
		return bgammon.New(bgammon.Options{
			Version: version.Toolkit, Name: c.String("name"), Password: password, Length: c.Int("match"),
			Matches: c.Int("matches"), Private: c.String("private"), Join: c.String("join"),
			Standard: c.String("drop") == "standard", Hello: hello,
			Settle: bgammon.DefaultSettle, JoinPause: bgammon.DefaultJoinPause,
		}, table), "\n", nil
	}
	if password == "" || strings.ContainsAny(password, " \t") {
		return nil, "", cliutil.Usagef("FIBS wants a password of one word: use --password-file or %s", passwordVariable)
	}
	return fibs.New(fibs.Options{
		Client: "gammonlab-" + version.Toolkit, Name: c.String("name"), Password: password, MaxLength: c.Int("max-match"),
		Unlimited: c.Bool("unlimited"), Matches: c.Int("matches"), Invite: c.String("invite"), Length: c.Int("match"),
		Hello: hello, InvitePause: fibs.DefaultInvitePause,
	}, table), "\r\n", nil
}

// helloNoise describes the errors of the bot after its net, "" without errors.
func helloNoise(noise *cliutil.Noise) string {
	if noise == nil {
		return ""
	}
	return ", with errors (" + noise.String() + ")"
}
