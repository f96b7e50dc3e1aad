package Demo::App;
use strict;
# sub commented {}
our $VERSION = '1.0';
sub new { my ($class, %args) = @_; return bless {}, $class; }
sub with_proto ($$) { "sub fake {" }
my $anon = sub { 1 };
sub multi
{
    my $re = qr/{"/;
    print <<EOT;
sub in_heredoc {
EOT
}
package Demo::Other {
    sub inner { }
}
sub Demo::qualified { }

=head1 NAME

sub in_pod { }

=cut

sub after_pod { }
1;
sub one { } sub two { }
package OnOneLine; sub three { 1 } package Other; sub four {
  my $x; my $y;
}
__END__
sub after_end { }
