vcl 4.1;
import std;
# Varnish 7 or later in front of a site, or of HAProxy; TLS ends before it.
#   varnishd -a site=127.0.0.1:6081 -a purge=127.0.0.1:6082 -f docs/deploy/varnish.vcl
# The second socket is for the sites only: let no proxy and no other machine reach it. Each site is told
# PURGE_URL=http://127.0.0.1:6082/guildhall-purge, PURGE_TOKEN and BEHIND_PROXY=1. The file below holds the same token and
# nothing else, not even the end of a line:
#   printf %s "$PURGE_TOKEN" > /etc/varnish/guildhall-purge-token

backend default {
    .host = "127.0.0.1";
    .port = "8080";
}

sub vcl_recv {
    if (local.socket == "purge") {
        # A token of 16 signs or more, so that an empty file opens nothing.
        if (req.method != "POST" || req.url != "/guildhall-purge"
            || req.http.Authorization !~ "^Bearer [^ ]{16,}$"
            || req.http.Authorization != "Bearer " + std.fileread("/etc/varnish/guildhall-purge-token")
            || req.http.Cache-Tag !~ "^[A-Za-z0-9_:,-]+$") {
            return (synth(404));
        }
        ban("obj.http.Cache-Tag ~ (^|,)(" + regsuball(req.http.Cache-Tag, ",", "|") + ")(,|$)");
        return (synth(200));
    }
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # What is never the same for everybody; the rest that is not says so below.
    if (req.url ~ "^/(account|_actions|api/(realtime|uploads|collections))") {
        return (pass);
    }
    # Who has just written something, sees mature models or hides those made with AI, is answered by a site. Wherever the name
    # stands: between cookies a site reads any space, and several headers as one.
    std.collect(req.http.Cookie, "; ");
    if (req.http.Cookie ~ "(guildhall_written|mature|ai)=") {
        return (pass);
    }
    # Public pages are the same for everybody, also for those who are signed in. Whatever else there is says so below.
    return (hash);
}

sub vcl_backend_response {
    # Only pages that are the same for everybody carry this header. A site leaves it out where a cookie chose the page.
    if (beresp.http.CDN-Cache-Control ~ "max-age=[1-9]" && !beresp.http.Set-Cookie) {
        set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, ".*max-age=([0-9]+).*", "\1s"), 0s);
        set beresp.grace = 0s;
    } else {
        set beresp.uncacheable = true;
        set beresp.ttl = 10s;
    }
    # Not Varnish's own rules: they would keep nothing that browsers have to ask for again.
    return (deliver);
}

sub vcl_deliver {
    # These are between the site and this cache.
    unset resp.http.CDN-Cache-Control;
    unset resp.http.Cache-Tag;
    unset resp.http.Surrogate-Key;
}
