# resource "a" "commented" {}
terraform {
  required_version = ">= 1"
}
resource "aws_instance" "web" {
  ami = "x ${var.y} {"
  tags = { Name = "z" }
}
data "aws_ami" "latest" {
}
variable "region" { default = "eu" }
output "ip" {
  value = aws_instance.web.ip
}
locals {
  name = "demo"
  list = [1, 2]
}
module "vpc" { source = "./vpc" }
operator "==" {
  a = 1
}
spec "two words" "<= x" {
}
value = {
  b = 1
}
